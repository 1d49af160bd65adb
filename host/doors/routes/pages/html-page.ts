const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:64rem;margin:3rem auto;padding:0 1rem}
code,pre{font:.9em ui-monospace,monospace;background:#8881;border-radius:.3rem;padding:.1em .3em}pre{padding:.8em 1em}
table{border-collapse:collapse}td,th{text-align:left;vertical-align:top;padding:.5rem .75rem;border-bottom:1px solid #8884}`

/**
 * Makes a complete HTML page that does not need the built shell.
 * @param title plain text
 * @param body HTML
 */
export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(title)}</h1>
${body}
</body></html>
`

/** Escapes text for HTML content and attribute values. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
