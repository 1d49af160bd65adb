import { ApiError, invalid_values } from '@atrium/sdk'
import type { Upload } from '../uploads/receive-upload.ts'
import type { DocumentType } from './document-type.ts'

/** What browsers say where they do not know. */
const UNKNOWN = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

/**
 * What a file is by its bytes, where its type takes such files and nobody has said it was something else.
 * @throws ApiError 415 `media_type_unsupported`, 422 `validation_failed`
 */
export async function checkContent(
  { head, name, declared }: Upload,
  { title, media_types }: DocumentType,
): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(head))?.mime
  if (found === undefined || !(media_types as readonly string[]).includes(found)) {
    throw new ApiError('media_type_unsupported', {
      detail: `By its content [${name}] is ${found === undefined ? 'of no kind known here' : `[${found}]`}, whatever its name says. [${title}] takes [${media_types.join('], [')}].`,
    })
  }
  if (UNKNOWN.has(declared) || declared === found) return found
  const message = `This says it was ${declared}, and is ${found}`
  throw invalid_values([{ pointer: '/file', message, keyword: 'contentMediaType' }])
}
