import { DIAGNOSTIC_TOPICS } from '@atrium/sdk/documents'
import type { CataloguedDiagnostic } from '@atrium/sdk/documents'
import { escapeHtml } from './escape-html.ts'
import { htmlPage } from './html-page.ts'
import { withCode } from './with-code.ts'

/** The catalogue of diagnostics, a table for each topic: what each code means and how to mend it. */
export function diagnosticsPage(): string {
  const tables = Object.entries<Record<string, CataloguedDiagnostic>>(DIAGNOSTIC_TOPICS).map(tableOf)
  return htmlPage(
    'Diagnostics',
    `<p>What is found about a plugin has one of these codes, and says where: the author's file and line, or a place in a document. With an error nothing of the plugin is published, and the generation before it goes on serving; a warning does not stop it. A plugin's own are at <code>GET /api/v1/plugins/{id}</code>.</p>
${tables.join('\n')}`,
  )
}

function tableOf([topic, diagnostics]: [string, Record<string, CataloguedDiagnostic>]): string {
  const rows = Object.entries(diagnostics).map(rowOf).join('\n')
  return `<h2>${escapeHtml(topic)}</h2>
<table><thead><tr><th>Code</th><th></th><th>Cause</th><th>Fix</th></tr></thead><tbody>
${rows}
</tbody></table>`
}

/** Each code can be linked to: `/docs/diagnostics#column_unknown`. */
const rowOf = ([code, { severity, title, cause, fix }]: [string, CataloguedDiagnostic]) =>
  `<tr id="${code}"><td><code>${code}</code><br>${escapeHtml(title)}</td><td>${severity}</td><td>${withCode(cause)}</td><td>${withCode(fix)}</td></tr>`
