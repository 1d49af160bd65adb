import { styleText } from 'node:util'
import type { Host } from '../host.ts'

/** What a person sees when the host is ready. */
export function welcome({ url, signInLink, registries }: Host, { milliseconds }: { milliseconds: number }): string {
  const plugins = registries.plugins.list().filter(({ desired }) => desired === 'active')
  const failed = plugins.filter(({ state }) => state !== 'active')
  const lines = [
    '',
    `  ${bold('Atrium')} is ready after ${(milliseconds / 1000).toFixed(1)} s, with ${count(plugins.length - failed.length)}.`,
    ...failed.map(
      ({ id, diagnostics }) => `  ${red(`${id} did not start:`)} ${diagnostics[0]?.message ?? 'see the log'}`,
    ),
    '',
    `  ${dim('Shell')}     ${url}`,
    `  ${dim('API')}       ${url}/docs`,
    ...(signInLink === undefined
      ? []
      : [`  ${dim('Sign in')}   ${bold(signInLink)}`, `            ${dim('one use, valid for 24 hours')}`]),
    '',
    '',
  ]
  return lines.join('\n')
}

const count = (plugins: number) => (plugins === 1 ? '1 plugin' : `${plugins} plugins`)

const bold = (text: string) => styleText('bold', text)
const dim = (text: string) => styleText('dim', text)
const red = (text: string) => styleText('red', text)
