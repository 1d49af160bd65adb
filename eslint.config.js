import { defineConfig } from 'eslint/config'
import { configs } from 'typescript-eslint'

const CONFIG_FILES = ['eslint.config.js', '**/vite.config.ts']
const TESTS = ['test/**', 'plugins/*/test/**']

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
    files: TESTS,
    rules: {
      'max-lines': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
)
