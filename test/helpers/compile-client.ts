import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { root } from '../../host/launch/root.mjs'
import { createTestDirectory } from './test-directory.ts'

/** A program against the types that openapi-typescript makes of a description. */
export interface CompiledClient<Module> {
  /** What the compiler finds wrong, at its strictest; a `@ts-expect-error` that expects in vain is such a thing too. */
  readonly mistakes: readonly string[]
  load(): Promise<Module>
  remove(): Promise<void>
}

/**
 * Compiles a program that imports its types from `./api.js`, as a stranger would have written it. Files are `Blob`, as openapi-typescript's
 * own documentation has it. Whoever compiles it removes it.
 */
export async function compileClient<Module>(description: object, program: string): Promise<CompiledClient<Module>> {
  const { directory, remove } = await createTestDirectory()
  const file = join(directory, 'program.ts')
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'), 'dir')
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }')
  await writeFile(join(directory, 'api.ts'), await typesOf(description))
  await writeFile(file, program)
  const mistakes = compile(file)
  const load = () => import(pathToFileURL(join(directory, 'program.js')).href) as Promise<Module>
  return { mistakes, load, remove }
}

async function typesOf(description: object): Promise<string> {
  const blob = ts.factory.createTypeReferenceNode('Blob')
  const transform = ({ format }: { format?: string }) => (format === 'binary' ? blob : undefined)
  return astToString(await openapiTS(JSON.stringify(description), { transform }))
}

/** To JavaScript beside it. */
function compile(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
    skipLibCheck: true,
  })
  const { diagnostics } = program.emit()
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  )
}
