import type { ReactNode } from 'react'
import { t } from '../language/t.ts'
import { TitleLine } from '../screen/page-header.tsx'

interface PlatformHeaderProps {
  title: string
  /** A short note beside the title. */
  aside?: ReactNode
  /** The screen above this one. */
  up?: { title: string; path: string }
  children?: ReactNode
}

/** The title line of the shell's own screens, like `PageHeader` for those of plugins. */
export function PlatformHeader({ up, ...line }: PlatformHeaderProps) {
  return (
    <>
      <title>{`${line.title} · ${t('Platform')}`}</title>
      <TitleLine {...line} heading steps={up ? [up] : []} />
    </>
  )
}
