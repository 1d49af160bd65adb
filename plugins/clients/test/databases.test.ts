import { openPractice } from './open-practice.ts'
import { describePractice } from './suites/describe-practice.ts'

describe('The clients plugin', () => {
  for (const sqlite of ['sqlite3', 'prebuilt'] as const)
    describe(`on ${sqlite}`, () => describePractice(() => openPractice({ sqlite })))
})
