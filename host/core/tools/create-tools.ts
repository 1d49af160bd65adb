import type { OfferedTools } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { createValidators, type Perform } from '../operations/index.ts'
import type { Registries } from '../registries/index.ts'
import { createOfferedTools } from './offered-tools.ts'
import { createCheckTool, createRunTool, type RunTool } from './run-tool.ts'
import { ToolIndex } from './tool-index.ts'

/** The tools of one host: lists them, runs them, and offers them to plugins. */
export interface ToolRoom {
  readonly index: ToolIndex
  readonly run: RunTool
  /** `context.tools` of every plugin. */
  readonly offered: OfferedTools
}

interface ToolsOptions {
  readonly registries: Registries
  readonly perform: Perform
  readonly log: HostLogger
  readonly database?: Pick<Database, 'presentTransaction'>
}

/** Opens the room. @param options.database default: treats every call as outside a transaction */
export function createTools({ registries, perform, log, database }: ToolsOptions): ToolRoom {
  const index = new ToolIndex(registries, log)
  const validators = createValidators({ log })
  const run = createRunTool({ perform, validators })
  const isInTransaction = () => database?.presentTransaction !== undefined
  return {
    index,
    run,
    offered: createOfferedTools({ index, runTool: run, checkTool: createCheckTool(validators), isInTransaction }),
  }
}
