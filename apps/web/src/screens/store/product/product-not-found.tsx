import { errorCatalog } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconPackageOff } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { productsPath } from '../../../features/products/product-paths.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Screen } from '../../screen.tsx'

/** The screen of a product that does not exist. It is loaded lazily, because few visits show it. */
export function ProductNotFound() {
  return (
    <Screen title="Product not found" hasOwnHeading>
      <EmptyState
        icon={<IconPackageOff size={26} stroke={1.6} />}
        title="Product not found"
        headingOrder={1}
        action={
          <Button component={RouteLink} to={productsPath}>
            Back to Products
          </Button>
        }
      >
        {errorCatalog.PRODUCT_NOT_FOUND.message}
      </EmptyState>
    </Screen>
  )
}
