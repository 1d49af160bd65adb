import { openAgents } from './agents-host.ts'
import { describeApprovals } from './suites/describe-approvals.ts'
import { describeBudgets } from './suites/describe-budgets.ts'
import { describeChat } from './suites/describe-chat.ts'

describe('Agents on sqlite3', () => {
  describeChat((options) => openAgents({ sqlite: 'sqlite3', ...options }))
  describeApprovals((options) => openAgents({ sqlite: 'sqlite3', ...options }))
  describeBudgets((options) => openAgents({ sqlite: 'sqlite3', ...options }))
})
