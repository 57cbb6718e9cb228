import { ModalsProvider } from '@mantine/modals'

export { modals } from '@mantine/modals'

export function Modals() {
  return <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' } }} />
}
