import './print.css'

/** Paper is white, so everything is printed in the light theme. */
export function printInLight(): void {
  const { dataset } = document.documentElement
  let shown: string | undefined
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) shown = dataset['mantineColorScheme']
    if (shown !== undefined) dataset['mantineColorScheme'] = matches ? 'light' : shown
  })
}
