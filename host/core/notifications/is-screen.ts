import type { Registries } from '../registries/index.ts'

/** The screens of the shell itself. */
const OWN = ['/platform/plugins', '/platform/plugins/:id', '/platform/account']

/** Whether an active plugin, or the shell itself, has a screen at a path. Query and fragment do not matter. */
export function isScreen(link: string, { dashboards }: Pick<Registries, 'dashboards'>): boolean {
  const parts = link.replace(/[?#].*$/s, '').split('/')
  const paths = dashboards.manifests().flatMap(({ screens }) => screens.map(({ path }) => path))
  return [...paths, ...OWN].some((path) => fits(path.split('/'), parts))
}

const fits = (pattern: readonly string[], parts: readonly string[]) =>
  pattern.length === parts.length && pattern.every((each, at) => each.startsWith(':') || each === parts[at])
