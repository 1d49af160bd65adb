/**
 * What a form sends, as `multipart/form-data` (RFC 7578): a text as it is, what is neither text nor file as JSON, files last, so that
 * who reads the form knows what they are before they come.
 */
export function multipartBody(values: Readonly<Record<string, unknown>>): FormData {
  const body = new FormData()
  const entries = Object.entries(values)
  for (const [name, value] of entries)
    if (!(value instanceof File)) body.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  for (const [name, value] of entries) if (value instanceof File) body.append(name, value, value.name)
  return body
}
