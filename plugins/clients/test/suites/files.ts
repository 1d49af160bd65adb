/** The smallest image: one transparent pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

export const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1')

/** Begins like a Windows program. */
export const PROGRAM = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(512)])

/** A multipart body with one file and other fields. */
export function fileForm(
  content: Buffer | string,
  { name = 'file.png', type = '', ...fields }: Record<string, string | number | undefined> = {},
): FormData {
  const form = new FormData()
  // The file comes first, so that no code can rely on reading the other fields before it.
  form.append('file', new Blob([content], { type: String(type) }), String(name))
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  return form
}
