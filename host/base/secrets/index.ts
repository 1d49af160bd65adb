export { KeyRing, openKeyRing, readKeyIds } from './key-ring.ts'
export { keyFile, SecretError } from './key-file.ts'
