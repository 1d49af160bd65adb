import { type CataloguedError, ERROR_CATALOGUE } from '@atrium/sdk/host'

/** Returns the catalogue of error codes as a Markdown table, sorted by status and code, for `/docs` and the README. */
export function errorCatalogueTable(): string {
  const errors = Object.entries<CataloguedError>(ERROR_CATALOGUE)
  const sorted = errors.sort(([a, one], [b, other]) => one.status - other.status || (a < b ? -1 : 1))
  const rows = sorted.map(
    ([code, { status, title, fix, retryable }]) =>
      `| ${status} | \`${code}\` | ${title} | ${fix} | ${retryable ? 'yes' : ''} |`,
  )
  return ['| status | code | meaning | what to do | retry |', '|---|---|---|---|---|', ...rows, ''].join('\n')
}
