import type { Finding } from '../finding.ts'
import { idle } from '../shell/idle.ts'
import { keys } from '../shell/keys.ts'
import { navigation } from '../shell/navigation.ts'
import { ownChange } from '../shell/own-change.ts'
import { selectAll } from '../shell/select-all.ts'
import { onStage, type Stage } from '../shell/stage.ts'
import { wholeList } from '../shell/whole-list.ts'

/** Each opens its own windows, one measure after the other. */
const MEASURES: readonly ((stage: Stage) => Promise<Finding[]>)[] = [
  navigation,
  ownChange,
  keys,
  selectAll,
  wholeList,
  idle,
]

/** How fast the shell answers a person, measured in the page, each beside a page without a framework. */
export async function shellSpeed(): Promise<Finding[]> {
  return onStage(async (stage) => {
    const findings: Finding[] = []
    for (const measure of MEASURES) findings.push(...(await measure(stage)))
    return findings
  })
}
