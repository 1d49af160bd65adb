import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { root, sourceFiles } from './source-files.ts'

const CONFIG = '.oxlintrc.json'
const OXLINT = join(root, 'node_modules/oxlint/bin/oxlint')

/** A mistake for each rule. */
const MISTAKES: Record<string, string> = {
  'eslint(eqeqeq)': `export const a = (value: string) => value == 'a'`,
  'eslint(max-lines)': '//\n'.repeat(251),
  'eslint(no-array-constructor)': `export const a = new Array(1, 2)`,
  'eslint(no-else-return)': `export function a(b: boolean): number {\n  if (b) { return 1 } else { return 2 }\n}`,
  'eslint(no-restricted-imports)': `export { open } from '../../base/db/open.ts'`,
  'eslint(no-unused-expressions)': `export const a = 1\na`,
  'eslint(no-unused-vars)': `const a = 1\nexport {}`,
  'eslint(no-var)': `export var a = 1`,
  'eslint(object-shorthand)': `const b = 1\nexport const a = { b: b }`,
  'eslint(prefer-const)': `let a = 1\nexport { a }`,
  'eslint(prefer-rest-params)': `export function a() { return arguments }`,
  'eslint(prefer-spread)': `export const a = (b: number[]) => Math.max.apply(Math, b)`,
  'eslint(prefer-template)': `export const a = (b: string) => 'b' + b`,
  'import(no-default-export)': `export default 1`,
  'typescript(await-thenable)': `export const a = async () => { await 1 }`,
  'typescript(ban-ts-comment)': `// @ts-ignore\nexport const a = 1`,
  'typescript(consistent-type-imports)': `import { Stats } from 'node:fs'\nexport type A = Stats`,
  'typescript(no-array-delete)': `export const a = (b: number[]) => { delete b[0] }`,
  'typescript(no-base-to-string)': `export const a = (b: object) => b.toString()`,
  'typescript(no-duplicate-enum-values)': `export enum A { B = 1, C = 1 }`,
  'typescript(no-duplicate-type-constituents)': `export type A = 'b' | 'b'`,
  'typescript(no-empty-object-type)': `export type A = {}`,
  'typescript(no-explicit-any)': `export type A = any`,
  'typescript(no-extra-non-null-assertion)': `export const a = (b?: string) => b!!`,
  'typescript(no-floating-promises)': `Promise.resolve(1)\nexport {}`,
  'typescript(no-for-in-array)': `export const a = (b: number[]) => { for (const c in b) console.log(c) }`,
  'typescript(no-implied-eval)': `setTimeout('1', 1)\nexport {}`,
  'typescript(no-import-type-side-effects)': `import { type Stats } from 'node:fs'\nexport type A = Stats`,
  'typescript(no-misused-new)': `export interface A { new (): A }`,
  'typescript(no-misused-promises)': `export const a = (b: Promise<boolean>) => { if (b) return 1; return 2 }`,
  'typescript(no-namespace)': `export namespace A { export const b = 1 }`,
  'typescript(no-non-null-asserted-optional-chain)': `export const a = (b?: { c: string }) => b?.c!`,
  'typescript(no-redundant-type-constituents)': `export type A = unknown | 'b'`,
  'typescript(no-require-imports)': `import fs = require('node:fs')\nexport { fs }`,
  'typescript(no-this-alias)': `export class A { b() { const c = this; return c } }`,
  'typescript(no-unnecessary-type-assertion)': `export const a = (b: string) => b as string`,
  'typescript(no-unnecessary-type-constraint)': `export type A<B extends unknown> = B[]`,
  'typescript(no-unsafe-argument)': `export const a = (b: ReturnType<typeof JSON.parse>) => Number.parseInt(b)`,
  'typescript(no-unsafe-assignment)': `export const a = () => { const b = JSON.parse('1'); console.log(typeof b) }`,
  'typescript(no-unsafe-call)': `export const a = (b: ReturnType<typeof JSON.parse>) => { b() }`,
  'typescript(no-unsafe-declaration-merging)': `export interface A { b: string }\nexport class A { c = 1 }`,
  'typescript(no-unsafe-enum-comparison)': `enum B { C }\nexport const a = (b: B) => b === 0`,
  'typescript(no-unsafe-function-type)': `export type A = Function`,
  'typescript(no-unsafe-member-access)': `export const a = (b: ReturnType<typeof JSON.parse>) => { b.c = 1 }`,
  'typescript(no-unsafe-return)': `export const a = () => JSON.parse('1')`,
  'typescript(no-unsafe-unary-minus)': `export const a = (b: string) => -b`,
  'typescript(no-wrapper-object-types)': `export type A = String`,
  'typescript(only-throw-error)': `export const a = () => { throw 'b' }`,
  'typescript(prefer-as-const)': `export const a = 'b' as 'b'`,
  'typescript(prefer-namespace-keyword)': `export declare module A { const b: number }`,
  'typescript(prefer-nullish-coalescing)': `export const a = (b: string | undefined) => b || 'c'`,
  'typescript(prefer-optional-chain)': `export const a = (b?: { c: () => void }) => b && b.c()`,
  'typescript(prefer-promise-reject-errors)': `export const a = () => Promise.reject('b')`,
  'typescript(restrict-plus-operands)': `export const a = (b: object) => 1 + (b as unknown as number[])`,
  'typescript(restrict-template-expressions)': 'export const a = (b: object) => `${b}`',
  'typescript(switch-exhaustiveness-check)': `export const a = (b: 'c' | 'd') => { switch (b) { case 'c': return 1 } return 2 }`,
  'typescript(triple-slash-reference)': `/// <reference path="./b.ts" />\nexport const a = 1`,
  'typescript(TS2322)': `export const a: number = 'b'`,
}

describe('The lint rules', () => {
  let directory: string
  let remove: () => Promise<void>

  before(async () => ({ directory, remove } = await createTestDirectory()))
  after(() => remove())

  it('find a mistake for each rule, and wrong types', async () => {
    writeProject(directory, MISTAKES)
    const found = await lint(directory)
    const missed = Object.keys(MISTAKES).filter((code) => !found.has(`${fileOf(code)} ${code}`))
    expect(missed).to.deep.equal([])
    expect(ruleNames().sort()).to.deep.equal(
      Object.keys(MISTAKES)
        .filter((code) => !code.includes('TS'))
        .sort(),
    )
  }).timeout(120_000)

  it('are switched off nowhere in a comment', () => {
    const word = /\b(?:eslint|oxlint)-(?:disable|enable)/
    const off = sourceFiles().filter((file) => word.test(readFileSync(join(root, file), 'utf8')))
    expect(off.filter((file) => !file.endsWith('lint.test.ts'))).to.deep.equal([])
  })
})

/** Writes a project with the rules of this one and a file for each mistake, in a place to which all of the rules apply. */
function writeProject(directory: string, mistakes: Record<string, string>): void {
  cpSync(join(root, CONFIG), join(directory, CONFIG))
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }')
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2023', types: ['node'], skipLibCheck: true }
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  for (const [code, text] of Object.entries(mistakes)) {
    const file = join(directory, fileOf(code))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

const fileOf = (code: string) => `host/core/auth/${code.replaceAll(/\W+/g, '-')}.ts`

/** Each file with the code of a problem in it. */
function lint(directory: string): Promise<Set<string>> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [OXLINT, '--format', 'json', 'host'], { cwd: directory }, (error, stdout) => {
      try {
        const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
        resolve(new Set(diagnostics.map(({ code, filename }) => `${filename} ${code}`)))
      } catch {
        reject(error ?? new Error(stdout))
      }
    })
  })
}

function ruleNames(): string[] {
  const text = readFileSync(join(root, CONFIG), 'utf8').replaceAll(/^ *\/\/.*$/gm, '')
  const { rules, overrides } = JSON.parse(text) as { rules: object; overrides: { rules: object }[] }
  const names = new Set([rules, ...overrides.map(({ rules }) => rules)].flatMap((some) => Object.keys(some)))
  return [...names].map((name) => {
    const [rule = '', plugin = 'eslint'] = name.split('/').reverse()
    return `${plugin}(${rule})`
  })
}
