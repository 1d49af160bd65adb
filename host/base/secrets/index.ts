export { KeyRing, openKeyRing } from './key-ring.ts'
export { SecretError } from './key-file.ts'
