/** How orders of the sample shop were packed and delivered. The seed chooses what makes some of them slow. */
import { random } from './random.ts';

export type Shipment = {
  orderId: number;
  warehouse: string;
  carrier: string;
  packedAt: string;
  deliveredAt: string;
};
export type SlowCause = 'warehouse' | 'carrier' | 'weekday';

export const WAREHOUSES = ['north', 'south', 'east', 'west'];
export const CARRIERS = ['Falcon', 'Heron', 'Swift'];
const HOUR = 3_600_000;
const causes: readonly SlowCause[] = ['carrier', 'warehouse', 'weekday'];

export function slowCauseOf(seed: number): { cause: SlowCause; value: string } {
  const cause = causes[seed % causes.length] ?? 'warehouse';
  const pick = (list: readonly string[]) => list[seed % list.length] ?? '';
  return { cause, value: { warehouse: pick(WAREHOUSES), carrier: pick(CARRIERS), weekday: 'Mon' }[cause] };
}

export function sampleShipments(
  seed: number,
  orders: readonly { id: number; placedAt: string }[],
): Shipment[] {
  const draw = random(seed + 53);
  const slow = slowCauseOf(seed);
  return orders.map(({ id, placedAt }) => {
    const warehouse = WAREHOUSES[Math.floor(draw() * WAREHOUSES.length)] ?? 'north';
    const carrier = CARRIERS[Math.floor(draw() * CARRIERS.length)] ?? 'Swift';
    const isMonday = new Date(placedAt).getUTCDay() === 1;
    const isSlow = slow.value === { warehouse, carrier, weekday: isMonday ? 'Mon' : '' }[slow.cause];
    const packing = 2 + draw() * 10 + (isSlow && slow.cause !== 'carrier' ? 30 + draw() * 40 : 0);
    const transit = 18 + draw() * 30 + (isSlow && slow.cause === 'carrier' ? 60 + draw() * 60 : 0);
    const packed = Date.parse(placedAt) + packing * HOUR;
    return {
      orderId: id,
      warehouse,
      carrier,
      packedAt: new Date(packed).toISOString(),
      deliveredAt: new Date(packed + transit * HOUR).toISOString(),
    };
  });
}
