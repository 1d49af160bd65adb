/**
 * What the names of a plugin's tables begin with: `ai-agents` → `ai_agents_`. Ids have no underscore, so two plugins never
 * share a prefix; yet `booking_` also begins the tables of a plugin `booking-desk`.
 */
export function tablePrefix(pluginId: string): string {
  return `${pluginId.replaceAll('-', '_')}_`
}
