/** The smallest picture: one transparent point. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

export const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1')

/** A program, by its first bytes. */
export const PROGRAM = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(512)])

/** A multipart body with one file and what is said about it. */
export function fileForm(
  content: Buffer | string,
  { name = 'file.png', type = '', ...fields }: Record<string, string | number | undefined> = {},
): FormData {
  const form = new FormData()
  // The file comes first, so that nobody can count on knowing the fields before.
  form.append('file', new Blob([content], { type: String(type) }), String(name))
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  return form
}
