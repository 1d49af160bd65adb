import { openPractice } from './open-practice.ts'
import { describePractice } from './suites/describe-practice.ts'

describe('The clients plugin', () => {
  describe('on sqlite3', () => describePractice(() => openPractice({ sqlite: 'sqlite3' })))
})
