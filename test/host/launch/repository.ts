import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../../../host/launch/root.mjs'
import { run } from '../../../host/launch/run.mjs'

/** A small repository with the real launch scripts and compiler settings, and a few lines in each package. */
export interface Repository {
  folder: string
  write(file: string, text: string): void
  remove(path: string): void
  /** Runs one of the launch scripts, `build.mjs` or `start.mjs`, to its end. */
  launch(script: string): Promise<{ code: number; output: string }>
}

const REAL = ['host/launch', 'tsconfig.json', 'sdk/tsconfig.json', 'host/tsconfig.json', 'sdk/package.json']
const LINKED = ['esbuild', 'swagger-ui-dist', 'typescript-native', 'vite', '@types']

const SOURCES = {
  'package-lock.json': '{}',
  'package.json': '{ "type": "module" }',
  'host/package.json': '{ "type": "module" }',
  'sdk/index.ts': `export const greeting: string = 'hello'\n`,
  'sdk/documents/index.ts': `export const version: number = 1\n`,
  'sdk/host.ts': `export { Type } from 'typebox'\n`,
  'sdk/testing/index.ts': `export {}\n`,
  'sdk/tool-search/index.ts': `export {}\n`,
  'node_modules/typebox/package.json': '{ "exports": "./build/index.mjs" }',
  'node_modules/typebox/build/index.mjs': `export const Type = 'schemas'\n`,
  'node_modules/typebox/build/index.d.mts': `export declare const Type: string\n`,
  'host/cli/start.ts': `import { greeting } from '@atrium/sdk'\nimport { name } from '../name.ts'\nconsole.log(greeting, name)\n`,
  'host/name.ts': `export const name: string = 'host'\n`,
  'host/index.ts': `export { name } from './name.ts'\n`,
  'host/testing/index.ts': `export {}\n`,
  'host/cli/main.ts': `export {}\n`,
  'host/cli/check/check-plugin.ts': `export {}\n`,
  'host/cli/check/checker.ts': `export {}\n`,
  'host/plugins/supervise/quarantine/watchdog-thread.ts': `export {}\n`,
  'host/plugins/compile/checks/write-validators.ts': `import { writeFileSync } from 'node:fs'\nwriteFileSync('host/dist/written.txt', '')\n`,
  'plugins/template/package.json': '{}',
  'host/shell/index.html': `<script type="module" src="/main.ts"></script>\n`,
  'host/shell/main.ts': `import { version } from '@atrium/sdk/documents'\ndocument.title = String(version)\n`,
  'host/shell/vite.config.js': `export default { resolve: { conditions: ['atrium-source'] } }\n`,
}

/** Makes such a repository in a temporary folder. */
export function createRepository(): Repository {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-launch-'))
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const path of REAL) cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const [file, text] of Object.entries(SOURCES)) write(file, text)
  installInto(folder)
  return {
    folder,
    write,
    remove: (path) => rmSync(join(folder, path), { recursive: true, force: true }),
    launch: (script) => run(process.execPath, [join(folder, 'host', 'launch', script)], { cwd: folder }),
  }
}

/** What npm would do, with the compilers of this repository. */
function installInto(folder: string): void {
  mkdirSync(join(folder, 'node_modules', '@atrium'), { recursive: true })
  for (const name of LINKED)
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction')
  symlinkSync(join(folder, 'sdk'), join(folder, 'node_modules', '@atrium', 'sdk'), 'junction')
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), '{}')
}
