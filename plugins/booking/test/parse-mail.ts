/** A parsed e-mail. */
export interface ParsedMail {
  /** By lower-case name, unfolded, with encoded words decoded. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The attachment of type text/calendar. */
  readonly calendar: string
}

/** Parses a message with a text and one attachment (RFC 5322, 2045, 2047). */
export function parseMail(message: string): ParsedMail {
  const { headers, body } = split(message)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const parts = body.split(`--${boundary}`).map((part) => split(part.replace(/^\r\n/, '')))
  const content = (type: string) => {
    const part = parts.find((each) => each.headers['content-type']?.startsWith(type))
    if (part === undefined) throw new Error(`The message has no part of type [${type}].`)
    return decoded(part.body, part.headers['content-transfer-encoding'])
  }
  return { headers, text: content('text/plain'), calendar: content('text/calendar') }
}

function split(entity: string): { headers: Record<string, string>; body: string } {
  const end = entity.indexOf('\r\n\r\n')
  const lines = entity
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())] as const
  })
  return { headers: Object.fromEntries(headers), body: entity.slice(end + 4) }
}

/** Decodes encoded words; white space between two of them is dropped. */
const words = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, coded: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(coded, 'base64').toString()
        : quotedPrintable(coded.replaceAll('_', ' ')),
    )

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? quotedPrintable(body.replaceAll('=\r\n', '')) : body
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()
