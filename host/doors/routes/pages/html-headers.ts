import helmet from 'helmet'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Styles are inline because Mantine and Swagger UI write them; scripts never are. */
const POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'", 'ws:', 'wss:'],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
}

const setHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: POLICY },
  // Whether the other hosts of a domain speak https is not for us to say.
  strictTransportSecurity: { includeSubDomains: false },
  xFrameOptions: { action: 'deny' },
})

/** The security headers of every HTML answer, as a flat list: helmet's set is the same for all, so it is asked once. */
export const HTML_HEADERS: readonly string[] = collect()

function collect(): string[] {
  const headers: string[] = []
  const response = {
    setHeader: (name: string, value: string) => headers.push(name, value),
    removeHeader: () => undefined,
  }
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, () => undefined)
  return headers
}
