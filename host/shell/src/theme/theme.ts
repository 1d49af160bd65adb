import type { MantineColorsTuple } from '@mantine/core'
import { createTheme, localStorageColorSchemeManager } from '@mantine/core'
import type { MouseEvent } from 'react'
import { t } from '../language/t.ts'

/** The second click of a double click that has opened a dialog meets the overlay around it, and must not close it again. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.stopPropagation()
}

/** Remembers the chosen theme under the key that `boot.ts` reads before the first paint. */
export const colorScheme = localStorageColorSchemeManager({ key: 'atrium-theme' })

const accent: MantineColorsTuple = [
  '#f2f3fd',
  '#e3e6fa',
  '#c5cbf4',
  '#a3acee',
  '#8590e9',
  '#6b78e6',
  '#4d5bd1',
  '#4350bd',
  '#363f98',
  '#2a3175',
]

const gray: MantineColorsTuple = [
  '#fafafb',
  '#f4f4f5',
  '#ececef',
  '#e6e6ea',
  '#d8d8de',
  '#a9a9b3',
  '#6b6b76',
  '#55555e',
  '#303036',
  '#1b1b1f',
]

const dark: MantineColorsTuple = [
  '#ededf0',
  '#b4b4bd',
  '#92929d',
  '#6d6d77',
  '#3a3a40',
  '#28282c',
  '#1c1c1f',
  '#161618',
  '#131315',
  '#101012',
]

const red: MantineColorsTuple = [
  '#fdf2f2',
  '#fbe3e4',
  '#f5c3c6',
  '#f09ba0',
  '#f58087',
  '#e0525b',
  '#c2303a',
  '#a9262f',
  '#8a2129',
  '#6b1c22',
]

const control = { '--input-height': 'var(--control-height)', '--input-fz': 'var(--mantine-font-size-sm)' }

/** Menus and popovers are mounted inside the main landmark, so that people who navigate by landmarks find them. */
const portalProps = { target: '#overlays' }

/** Mantine's theme in the language of now: neutral greys, one accent colour, small radii, controls of 32 px (44 px for fingers: `touch.css`) with text of 13 px. */
export const shellTheme = () =>
  createTheme({
    primaryColor: 'accent',
    primaryShade: { light: 6, dark: 6 },
    colors: { accent, gray, dark, red },
    black: '#1b1b1f',
    fontFamily:
      'InterVariable, Inter, -apple-system, BlinkMacSystemFont, "Segoe UI Variable Text", "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
    fontWeights: { regular: '400', medium: '500', bold: '600' },
    defaultRadius: '6px',
    respectReducedMotion: true,
    cursorType: 'pointer',
    components: {
      Button: {
        defaultProps: { size: 'sm' },
        vars: () => ({ root: { '--button-height': 'var(--control-height)', '--button-padding-x': '0.75rem' } }),
      },
      Input: { vars: () => ({ wrapper: control }) },
      // A description below its input leaves the inputs of a row in one line.
      InputWrapper: { defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      Menu: { defaultProps: { shadow: 'md', portalProps, withInitialFocusPlaceholder: false } },
      PasswordInput: {
        defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('Show {label}', { label: t('Password') }) } },
      },
      Popover: { defaultProps: { shadow: 'md', portalProps } },
      Modal: {
        defaultProps: {
          centered: true,
          radius: 10,
          overlayProps: { backgroundOpacity: 0.35, onClickCapture: ignoreSecondClick },
          closeButtonProps: { 'aria-label': t('Close') },
        },
        styles: {
          content: { background: 'var(--surface-raised)', boxShadow: 'var(--shadow-floating)' },
          header: { background: 'var(--surface-raised)' },
          title: { fontSize: 15, fontWeight: 600 },
        },
      },
    },
  })
