import type { Action, Color } from '@atrium/sdk/documents'

/** The colour an action is shown in: what it declares, red for what deletes, else none. */
export function actionTone({ color, method }: Action): Color | undefined {
  return color ?? (method === 'DELETE' ? 'red' : undefined)
}
