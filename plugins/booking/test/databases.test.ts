import { openPractice } from './open-practice.ts'
import { describePractice } from './suites/describe-practice.ts'

describe('Booking', () => {
  describe('on sqlite3', () => describePractice((options) => openPractice({ sqlite: 'sqlite3', ...options })))
})
