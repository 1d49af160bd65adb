import type { Files } from '@atrium/sdk'
import type { GenerationScope } from './generation-scope.ts'

/** A plugin's files, once its generation is committed. */
export function pluginFiles(files: Files, scope: GenerationScope): Files {
  const committed = () => {
    scope.requireCommitted('context.files')
    return files
  }
  return {
    put: async (...put) => committed().put(...put),
    open: async (key) => committed().open(key),
    delete: async (key) => committed().delete(key),
  }
}
