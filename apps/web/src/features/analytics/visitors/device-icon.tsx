import type { DeviceKind } from '@linkshelf/contract'
import {
  type Icon,
  IconDeviceDesktop,
  IconDeviceGamepad2,
  IconDeviceMobile,
  IconDevices,
  IconDeviceTablet,
  IconDeviceTv,
} from '@tabler/icons-react'

const icons: Record<DeviceKind, Icon> = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  desktop: IconDeviceDesktop,
  tv: IconDeviceTv,
  console: IconDeviceGamepad2,
  other: IconDevices,
}

/** The icon of a device type; unknown types share the default icon. */
export function DeviceIcon({ kind }: { kind: string }) {
  const Picture = new Map<string, Icon>(Object.entries(icons)).get(kind) ?? IconDevices
  return <Picture aria-hidden size={17} stroke={1.6} />
}
