import Parser, { type MarkdownToJSX, RuleType } from 'markdown-to-jsx/react'
import { memo, type ReactNode } from 'react'
import { t } from '../language/t.ts'
import { PathLink } from '../screen/path-link.tsx'
import { isOwnPath } from './address-of-text.ts'
import styles from './markdown.module.css'

/**
 * Text of an agent, which may repeat text that somebody else wrote into a record. So nothing in it is loaded automatically: HTML is shown
 * as text, an image as its address, and a link leads away only if a person follows it.
 */
export const Markdown = memo(function Markdown({ text, isUnderWay }: { text: string; isUnderWay: boolean }) {
  const options = { ...OPTIONS, optimizeForStreaming: isUnderWay }
  return (
    <div className={styles.markdown}>
      <Parser options={options}>{text}</Parser>
    </div>
  )
})

const OPTIONS: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  overrides: {
    pre: { props: { tabIndex: 0 } },
    table: ({ children }: { children: ReactNode }) => (
      <div className={styles.table} role="region" aria-label={t('Table')} tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
  },
  renderRule: (next, node, renderChildren, state) => {
    switch (node.type) {
      case RuleType.image:
        return <UnloadedImage key={state.key} alt={node.alt ?? ''} address={node.target ?? ''} />
      case RuleType.link:
        return (
          <AnswerLink key={state.key} address={node.target}>
            {renderChildren(node.children, state)}
          </AnswerLink>
        )
      case RuleType.heading:
        return (
          <p key={state.key} className={styles.heading}>
            {renderChildren(node.children, state)}
          </p>
        )
      case RuleType.footnoteReference:
        return <sup key={state.key}>{node.text}</sup>
      case RuleType.gfmTask:
        return <span key={state.key}>{node.completed ? '☑ ' : '☐ '}</span>
      default:
        return next()
    }
  },
}

/** A link shows the host that it leads to. Addresses that belong neither to the web nor to the shell are shown as text. */
function AnswerLink({ address, children }: { address: string | null; children: ReactNode }) {
  if (address === null) return <>{children}</>
  if (isOwnPath(address))
    return (
      <PathLink href={address} className={styles.link}>
        {children}
      </PathLink>
    )
  const host = hostOf(address)
  if (host === undefined) return <>{children}</>
  return (
    <>
      <a href={address} className={styles.link} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>{' '}
      <span className={styles.host}>({host})</span>
    </>
  )
}

function UnloadedImage({ alt, address }: { alt: string; address: string }) {
  return (
    <span className={styles.image}>
      {t('Image, not loaded: {description}', { description: alt === '' ? t('without a description') : alt })} (
      <span className={styles.host}>{hostOf(address) ?? address.slice(0, 80)}</span>)
    </span>
  )
}

function hostOf(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  return new URL(address).host
}
