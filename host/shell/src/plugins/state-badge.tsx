import type { PluginStatus } from '@atrium/sdk/documents'
import { t } from '../language/t.ts'
import { BadgeValue } from '../values/value-kinds.tsx'
import { stateColors, stateLabels } from './plugin-words.ts'

const options = () => Object.entries(stateLabels).map(([value, label]) => ({ value, label: t(label) }))

/** The state of a plugin as a coloured label. */
export function StateBadge({ state }: { state: PluginStatus['state'] }) {
  return <BadgeValue value={state} options={options()} colors={stateColors} />
}
