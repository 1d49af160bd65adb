import type { ChartWidget } from '@atrium/sdk/documents'
import { Blank } from '../values/value-kinds.tsx'
import type { ChartPoint } from './chart-figures.ts'
import { figureFormat } from './figure-format.ts'
import styles from './figures-table.module.css'

/** The figures of a chart, one row for each place on the axis. */
export function FiguresTable({ widget, points }: { widget: ChartWidget; points: readonly ChartPoint[] }) {
  const { inFull } = figureFormat(widget.format)
  return (
    <table className={styles.figures} aria-label={`Figures: ${widget.title}`}>
      <thead>
        <tr>
          <th scope="col">{widget.x.label}</th>
          {widget.series.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ label, figures }, index) => (
          <tr key={index}>
            <th scope="row">{label}</th>
            {widget.series.map(({ name }) => {
              const figure = figures[name] ?? null
              return <td key={name}>{figure === null ? <Blank /> : inFull(figure)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
