import type { createTransport } from 'nodemailer'
import { latePackage, outsideOfCalls } from '../../base/lifetime/index.ts'

/** Loaded with the first e-mail, to save memory. */
const nodemailer = latePackage<{ createTransport: typeof createTransport }>('nodemailer')

/** Milliseconds. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** An e-mail of plain text. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends an e-mail. Rejects with the error of the mail server. */
export type SendMail = (mail: Mail) => Promise<void>

/** How the host sends e-mail. */
export interface MailOptions {
  /** `smtp://user:password@host:587`, or `smtps://…`. */
  readonly url: string
  readonly from: string
}

/** Makes the function that sends e-mail through an SMTP server. */
export function createMailer({ url, from }: MailOptions): SendMail {
  return async ({ to, subject, text }) => {
    const { protocol, hostname, port, username, password } = new URL(url)
    const isTls = protocol === 'smtps:'
    const transport = nodemailer().createTransport({
      ...TIMES,
      host: hostname,
      port: port === '' ? (isTls ? 465 : 587) : Number(port),
      secure: isTls,
      ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    })
    const message = { from, to, subject, text, disableFileAccess: true, disableUrlAccess: true }
    const headers = { 'Auto-Submitted': 'auto-generated' }
    await outsideOfCalls(() => transport.sendMail({ ...message, headers }))
  }
}
