import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOptions } from '../api/records.ts'
import { t } from '../language/t.ts'
import { usePanel } from '../screen/panel-context.ts'
import type { Shared } from '../screen/shared.ts'
import { PERMISSIONS, useMay } from './permissions.ts'

/** Returns whether the person may change something: what is private as its owner, what is shared with the permission to share. */
export function useMayChange(): (shared: Pick<Shared, 'audience' | 'owner_id'>) => boolean {
  const mayShare = useMay(PERMISSIONS.share)
  const { session } = usePanel()
  return ({ audience, owner_id }) =>
    session.preview === undefined && (audience === 'me' ? owner_id === session.id : mayShare)
}

/** What a form has chosen: with whom something is shared, at first with the same as before. New things are private. */
export function useSharing({ audience: before = 'me', role_id = '' }: Partial<Shared> = {}) {
  const [audience, setAudience] = useState(before)
  const [role, setRole] = useState(role_id)
  const isRole = audience === 'role'
  /** What is saved. */
  const values = { audience, ...(isRole && { role_id: role }) }
  return { values, isComplete: !isRole || role !== '', audience, setAudience, role, setRole }
}

/** The fields for it. People who may not share see none. */
export function SharingFields({ audience, setAudience, role, setRole }: ReturnType<typeof useSharing>) {
  const mayShare = useMay(PERMISSIONS.share)
  const { data: roles = [] } = useQuery({ ...choicesOptions('/api/v1/platform/view-roles'), enabled: mayShare })
  return (
    <>
      {mayShare && (
        <NativeSelect
          label={t('For')}
          data={[
            { value: 'me', label: t('Me') },
            { value: 'role', label: t('A role') },
            { value: 'all', label: t('Everybody') },
          ]}
          value={audience}
          onChange={({ currentTarget }) => setAudience(currentTarget.value as Shared['audience'])}
        />
      )}
      {audience === 'role' && (
        <NativeSelect
          label={t('Role')}
          data={[
            { value: '', label: t('Choose…') },
            ...roles.map(({ value, label }) => ({ value: String(value), label })),
          ]}
          value={role}
          onChange={({ currentTarget }) => setRole(currentTarget.value)}
        />
      )}
    </>
  )
}
