const E_MAIL = /^[^\s@/]+@[^\s@/]+$/
const PHONE = /^\+?[\d\s()./-]{4,}$/
const WEB = /^https?:\/\//i

/**
 * Where a text leads: a web address to itself, an e-mail address to a new message, a phone number to a call, and a path of the platform to
 * its screen. Undefined for every other text, above all for one that would run as a script.
 */
export function addressOfText(text: string): string | undefined {
  if (WEB.test(text)) return URL.canParse(text) ? text : undefined
  if (isOwnPath(text)) return text
  if (E_MAIL.test(text)) return `mailto:${encodeURIComponent(text).replace('%40', '@')}`
  return PHONE.test(text) ? `tel:${text.replaceAll(/[^\d+]/g, '')}` : undefined
}

/** Whether a text is a path of the platform. `//host` is an address of another one. */
export const isOwnPath = (text: string): boolean => /^\/(?![/\\])/.test(text)
