import type { Publication } from './publication.ts'

/** The documents in which two publications differ, by id: a dashboard's, a form's, and `<panel>/<module>` for a manifest. */
export function changedIds(before: Publication, now: Publication): readonly string[] {
  const [former, current] = [revisions(before), revisions(now)]
  return [...new Set([...former.keys(), ...current.keys()])].filter((id) => former.get(id) !== current.get(id)).sort()
}

function revisions({ manifests, dashboards, forms }: Publication): Map<string, string> {
  return new Map([
    ...manifests.map(({ panel_id, module_id, revision }) => [`${panel_id}/${module_id}`, revision] as const),
    ...[...dashboards, ...forms].map(({ id, revision }) => [id, revision] as const),
  ])
}
