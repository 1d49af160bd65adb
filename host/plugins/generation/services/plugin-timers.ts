import type { Logger, PluginContext } from '@atrium/sdk'
import { onOwnAccount } from '../../../core/jobs/on-own-account.ts'
import { once, repeat } from '../../../base/lifetime/index.ts'
import type { GenerationScope } from './generation-scope.ts'

/** `context.every` and `context.after` of one generation. What they run holds it, and may call operations as the plugin itself. */
export function pluginTimers(scope: GenerationScope, { log }: { log: Logger }): Pick<PluginContext, 'every' | 'after'> {
  const onError = (error: unknown) => log.error('A timer failed.', { error })
  const owned = (run: () => void | Promise<void>) => () => onOwnAccount(run, scope)
  return {
    every: (milliseconds, run) => scope.schedule(() => repeat(milliseconds, owned(run), { onError })),
    after: (milliseconds, run) => scope.schedule((onOver) => once(milliseconds, owned(run), { onError, onOver })),
  }
}
