import type { Upload } from './receive-upload.ts'

/** What makes an upload the same as another, for its `Idempotency-Key`: the file by its hash, and all that is said about it. */
export const askedOfUpload = ({ file: { sha256 }, name, declared, fields }: Upload) => ({
  sha256,
  name,
  declared,
  fields,
})
