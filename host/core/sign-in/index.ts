export { createSignIn, type SignInOptions, type SignInRoom } from './create-sign-in.ts'
export type { AccountLink, AccountLinks } from './account-links.ts'
export type { RequiredMethods } from './required-methods.ts'
export type { MailOptions } from './mailer.ts'
