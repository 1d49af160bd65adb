import { openPractice } from './open-practice.ts'
import { describePractice } from './suites/describe-practice.ts'

describe('Booking', () => {
  for (const sqlite of ['sqlite3', 'prebuilt'] as const)
    describe(`on ${sqlite}`, () => describePractice((options) => openPractice({ sqlite, ...options })))
})
