// Checks all types, then lints with the same programs: the types are worked out once instead of twice. What it finds is what
// `npm run typecheck` and `npm run lint` find.
import { join } from 'node:path'
import { ESLint } from 'eslint'
import ts from 'typescript'
import { root } from '../../host/launch/root.mjs'

const SHELL = 'host/shell/src'

/** Each file is linted with the program of the first project that it belongs to. One program is in memory at a time. */
const PROJECTS = [
  { config: 'tsconfig.json', files: '.', without: [SHELL] },
  { config: 'host/shell/tsconfig.json', files: SHELL, without: [] },
]

for (const { config, files, without } of PROJECTS) {
  const program = createProgram(config)
  reportTypes(program)
  await lint(program, files, without)
}

/** @param {string} config */
function createProgram(config) {
  const parsed = ts.getParsedCommandLineOfConfigFile(join(root, config), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
      throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'))
    },
  })
  if (parsed === undefined) throw new Error(`[${config}] cannot be read.`)
  const { fileNames, options, errors } = parsed
  return ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors })
}

/** @param {ts.Program} program */
function reportTypes(program) {
  const diagnostics = ts.sortAndDeduplicateDiagnostics(ts.getPreEmitDiagnostics(program))
  fail(
    diagnostics.length,
    ts.formatDiagnostics(diagnostics, {
      getCurrentDirectory: () => root,
      getCanonicalFileName: (file) => file,
      getNewLine: () => '\n',
    }),
  )
}

/**
 * @param {ts.Program} program
 * @param {string} files
 * @param {string[]} without
 */
async function lint(program, files, without) {
  const parserOptions = { project: null, programs: [program] }
  const eslint = new ESLint({
    cwd: root,
    overrideConfig: [{ ignores: without }, { languageOptions: { parserOptions } }],
  })
  const results = await eslint.lintFiles(files)
  const count = results.reduce((sum, { errorCount, warningCount }) => sum + errorCount + warningCount, 0)
  fail(count, await (await eslint.loadFormatter('stylish')).format(results))
}

/**
 * @param {number} count
 * @param {string} output
 */
function fail(count, output) {
  if (count === 0) return
  console.log(output)
  process.exitCode = 1
}
