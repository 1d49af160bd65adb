import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { root } from '../../host/launch/root.mjs'
import { createTestDirectory } from './test-directory.ts'

/** A program that uses the types that openapi-typescript generates from a description. */
export interface CompiledClient<Module> {
  /** The errors of the strictest compiler settings; an unused `@ts-expect-error` is one of them. */
  readonly mistakes: readonly string[]
  load(): Promise<Module>
  remove(): Promise<void>
}

/**
 * Compiles a program that imports its types from `./api.js`. Files are `Blob`, as the documentation of openapi-typescript
 * recommends. The caller removes it.
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

/** Writes JavaScript beside it. */
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
