import { Button } from '@mantine/core'
import { type ComponentProps, Suspense, useState } from 'react'
import { useWidth } from '../../../ui/browser/use-width.ts'
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import classes from '../store-settings.module.css'

const StorePreview = createLazyComponent(() =>
  import('../../../features/stores/preview/store-preview.tsx').then((module) => module.StorePreview),
)
const PreviewDrawer = createLazyComponent(() => import('../../../ui/overlays/bottom-drawer.tsx').then((module) => module.BottomDrawer))

type PreviewProps = ComponentProps<typeof StorePreview>

/** The preview next to the form. If the screen has no space for it, the preview is not rendered. */
export function PreviewBeside(props: PreviewProps) {
  const [place, widthPx] = useWidth()
  return (
    <div ref={place} className={classes.preview}>
      {widthPx > 0 && <Preview {...props} />}
    </div>
  )
}

/**
 * A button that opens the preview over the form, if there is no space next to the form. On a wider screen, the button
 * is hidden and the preview closes.
 */
export function PreviewButton(props: PreviewProps) {
  const [place, widthPx] = useWidth()
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <div ref={place} className={classes.previewButton}>
      <Button
        variant="default"
        size="xs"
        aria-haspopup="dialog"
        onPointerEnter={PreviewDrawer.preload}
        onFocus={PreviewDrawer.preload}
        onClick={() => setDrawer('open')}
      >
        Preview
      </Button>
      {drawer !== 'unused' && (
        <LazyBoundary onError={() => setDrawer('unused')}>
          <PreviewDrawer
            isOpen={drawer === 'open' && widthPx > 0}
            title="Your store, as it will look"
            size="94dvh"
            onClose={() => setDrawer('closed')}
          >
            <Preview {...props} />
          </PreviewDrawer>
        </LazyBoundary>
      )}
    </div>
  )
}

/** The code of the preview is loaded after the form. If the preview fails, the form still works. */
function Preview(props: PreviewProps) {
  return (
    <ErrorBoundary
      fallback={(error) => (
        <ErrorPanel title="The preview could not be shown" error={error} action="Reload Page" onRetry={() => window.location.reload()} />
      )}
    >
      <Suspense>
        <StorePreview {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
