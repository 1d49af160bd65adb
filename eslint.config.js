import { defineConfig } from 'eslint/config'
import { configs } from 'typescript-eslint'

const CONFIG_FILES = ['eslint.config.js', '**/vite.config.ts']
const TESTS = ['test/**', 'plugins/*/test/**']

/** `../../base/db/database.ts` from another group of rooms, `../registries/operation.ts` from a neighbour, `./plugins/load/x.ts` from host.ts. */
const ROOMS =
  '(?:(?:base|core|doors)/[\\w-]+|plugins|(?<=^\\.\\./)(?:config|db|errors|files|lifetime|log|secrets|auth|sign-in|registries|operations|jobs|openapi|bulk|http|routes|ws|mcp))'
const DEEP_IMPORT = `^\\.{1,2}/(?:\\.\\./)*${ROOMS}/(?!index\\.ts$)`

export default defineConfig(
  { ignores: ['**/dist/', '**/data/', '**/coverage/', 'test/fixtures/broken/'] },
  { linterOptions: { noInlineConfig: true } },
  configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: ['tsconfig.json', 'host/shell/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-else-return': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'prefer-template': 'error',
      'max-lines': ['error', 250],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/prefer-nullish-coalescing': 'error',
      '@typescript-eslint/prefer-optional-chain': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Contexts and services are made to be taken apart: none of their methods uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // A room of the host is used through its index.ts: a path that goes further into another room is refused.
    files: ['host/*.ts', 'host/{base,core,doors,plugins,cli,testing}/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: DEEP_IMPORT, message: 'Import this room through its index.ts (host/ARCHITECTURE.md, Rooms).' },
          ],
        },
      ],
    },
  },
  {
    ignores: CONFIG_FILES,
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name; the file is called after its one export.' },
      ],
    },
  },
  {
    // A cast in JSDoc is not seen by these rules; tsc checks the files all the same.
    files: ['**/*.mjs', '**/*.cjs'],
    rules: {
      '@typescript-eslint/no-require-imports': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // A catalogue is one list, in which readers look up an entry.
    files: ['**/*-catalogue.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: TESTS,
    rules: {
      'max-lines': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
)
