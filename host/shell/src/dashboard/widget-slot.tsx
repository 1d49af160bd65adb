import type { Widget } from '@atrium/sdk/documents'
import { CatchBoundary } from '@tanstack/react-router'
import { Suspense } from 'react'
import { CrashNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { rendererFor } from '../screen/renderer-for.ts'
import { UnknownKind } from '../screen/unknown-kind.tsx'
import type { WidgetProps } from '../screen/widget-props.ts'
import { widgets } from './widgets.ts'

/** One widget of a dashboard. One that fails leaves the others alone. */
export function WidgetSlot({ widget, heading }: { widget: Widget; heading: boolean }) {
  const Renderer = rendererFor<WidgetProps>(widgets, widget.kind)
  if (!Renderer) return <UnknownKind what="block" kind={widget.kind} />
  return (
    <CatchBoundary getResetKey={() => JSON.stringify(widget)} errorComponent={CrashNotice}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Renderer widget={widget} heading={heading} />
      </Suspense>
    </CatchBoundary>
  )
}
