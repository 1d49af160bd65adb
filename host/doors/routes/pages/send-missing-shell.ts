import type { Exchange } from '../../http/exchange.ts'
import { HTML_HEADERS } from './html-headers.ts'
import { htmlPage } from './html-page.ts'

const PAGE = htmlPage(
  'The shell is not built',
  `<p>Atrium runs, but its web client has not been built yet. Build it, then load this page again:</p>
<pre>npm run build</pre>
<p>The interfaces work meanwhile: see <a href="/docs">/docs</a>.</p>`,
)

/** Says how to build the web client: 503, because the page that was asked for will be there. */
export function sendMissingShell({ response, method }: Exchange): void {
  const type = ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(Buffer.byteLength(PAGE))]
  response.writeHead(503, [...type, 'Cache-Control', 'no-store', ...HTML_HEADERS])
  response.end(method === 'HEAD' ? undefined : PAGE)
}
