import {
  type Icon,
  IconDeviceDesktop,
  IconDeviceGamepad2,
  IconDeviceMobile,
  IconDevices,
  IconDeviceTablet,
  IconDeviceTv,
} from '@tabler/icons-react'

const icons = new Map<string, Icon>(
  Object.entries({
    phone: IconDeviceMobile,
    tablet: IconDeviceTablet,
    desktop: IconDeviceDesktop,
    tv: IconDeviceTv,
    console: IconDeviceGamepad2,
  }),
)

/** The icon of a kind of device; unknown kinds share the default icon. */
export function DeviceIcon({ kind, size = 17 }: { kind: string; size?: number }) {
  const Picture = icons.get(kind) ?? IconDevices
  return <Picture aria-hidden size={size} stroke={1.6} />
}
