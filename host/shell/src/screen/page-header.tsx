import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { usePreview } from '../api/preview.ts'
import { t } from '../language/t.ts'
import { listScreenOf } from './addresses.ts'
import { FavouriteButton } from './favourite-button.tsx'
import styles from './page-header.module.css'
import { usePanel } from './panel-context.ts'
import { PathLink } from './path-link.tsx'
import { useScreen } from './screen-context.ts'
import { WidgetMenu } from './widget-menu.ts'

interface Step {
  title: string
  path: string
}

interface TitleLineProps {
  /** Empty if a block has no title. */
  title: string
  /** Whether this is the title of the screen, or that of a block. */
  heading: boolean
  /** The subtitle that distinguishes the record from others with its title. */
  subtitle?: string
  /** The breadcrumb above the title. */
  steps?: readonly Step[]
  /** A short note beside the title, such as a count. */
  aside?: ReactNode
  /** Buttons at the end of the line. */
  children?: ReactNode
}

interface PageHeaderProps extends Omit<TitleLineProps, 'steps'> {
  /** The screen between the list and this one, such as the record whose form this is. */
  via?: Step | undefined
}

/** The title line of a screen or of a block. Above the title of a screen are links back to its list. */
export function PageHeader({ via, children, ...line }: PageHeaderProps) {
  const menu = use(WidgetMenu)
  const { panel } = usePanel()
  const { screen } = useScreen()
  const steps = [listScreenOf(panel, screen), via].filter((step) => step !== null && step !== undefined)
  const isKept = usePreview() === null && line.heading && screen.kind !== 'create' && screen.kind !== 'edit'
  const aside = isKept ? (
    <>
      {line.aside}
      <FavouriteButton title={line.title} />
    </>
  ) : (
    line.aside
  )
  return (
    <TitleLine {...line} aside={aside} steps={line.heading ? steps : []}>
      {menu === null ? (
        children
      ) : (
        <>
          {children}
          {menu}
        </>
      )}
    </TitleLine>
  )
}

/** A title line outside of a panel's screens. */
export function TitleLine({ title, heading, subtitle = '', steps = [], aside, children }: TitleLineProps) {
  const Title = heading ? 'h1' : 'h2'
  return (
    <div className={styles.header} data-screen={heading}>
      <div className={styles.text}>
        {steps.length > 0 && <Breadcrumb steps={steps} />}
        <div className={styles.line}>
          {title !== '' && (
            <Title className={styles.title}>
              <bdi>{title}</bdi>
            </Title>
          )}
          {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        </div>
        {subtitle !== '' && (
          <p className={styles.subtitle}>
            <bdi>{subtitle}</bdi>
          </p>
        )}
      </div>
      {children !== undefined && (
        <div className={styles.actions} data-print="none">
          {children}
        </div>
      )}
    </div>
  )
}

function Breadcrumb({ steps }: { steps: readonly Step[] }) {
  return (
    <nav aria-label={t('Breadcrumb')} data-print="none">
      <ol className={styles.trail}>
        {steps.map((step, at) => (
          <li key={step.path} className={styles.step}>
            {at > 0 && <IconChevronRight size={12} aria-hidden />}
            <PathLink href={step.path} className={styles.link}>
              {step.title}
            </PathLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
