export { type S3Location } from './s3-store.ts'
export { createFiles } from './files.ts'
