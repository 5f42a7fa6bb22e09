/**
 * Makes the sample `shop` database once: its own database and its own role beside the product's, never inside it.
 * Runs at start; a database that is already there is left alone, whatever became of its rows.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { CREATE_KEY_TABLE } from '#db/target/operation-keys.ts';
import { samplePartners } from './partner-data.ts';
import { preparePartnerFiles } from './partner-service/files.ts';
import { sampleShipments } from './shipment-data.ts';
import { shopOrders, shopUsers } from './shop-data.ts';

export type SampleOptions = {
  /** A superuser of the embedded server; undefined with an external DATABASE_URL. */
  adminUrl?: string | undefined;
  /** SAMPLES_URL: a database the user set aside for the samples. */
  samplesUrl?: string | undefined;
  dataDir: string;
  seed: number;
};
/** File that holds the address with its password; a connection names it as `file:…`, so it is in no row and no plan. */
export function shopCredentialFile(dataDir: string): string {
  return path.join(dataDir, 'samples', 'shop.url');
}

/** Folder connection of the samples. */
export function reportsFolder(dataDir: string): string {
  return path.join(dataDir, 'samples', 'reports');
}

/** Returns false where there is no place for the samples (external database and no SAMPLES_URL). */
export async function prepareSamples(options: SampleOptions): Promise<boolean> {
  const url =
    options.samplesUrl ??
    (options.adminUrl ? await ensureShopDatabase(options.adminUrl, options.dataDir) : undefined);
  if (!url) return false;
  const file = shopCredentialFile(options.dataDir);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, `${url}\n`, { mode: 0o600 });
  await fillShop(url, options.seed);
  fs.mkdirSync(reportsFolder(options.dataDir), { recursive: true });
  await preparePartnerFiles(options.dataDir, options.seed);
  return true;
}

async function ensureShopDatabase(adminUrl: string, dataDir: string): Promise<string> {
  const file = shopCredentialFile(dataDir);
  const known = fs.existsSync(file) ? new URL(fs.readFileSync(file, 'utf8').trim()) : undefined;
  const password = known?.password || randomBytes(18).toString('base64url');
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const [role] = await admin`select 1 from pg_roles where rolname = 'shop_app'`;
    const clause = `with login password '${password.replaceAll("'", "''")}'`;
    await admin.unsafe(
      role ? `alter role shop_app ${clause}` : `create role shop_app ${clause} connection limit 20`,
    );
    const [database] = await admin`select 1 from pg_database where datname = 'shop'`;
    if (!database) await admin.unsafe('create database shop owner shop_app');
  } finally {
    await admin.end({ timeout: 5 });
  }
  const url = new URL(adminUrl);
  url.username = 'shop_app';
  url.password = password;
  url.pathname = '/shop';
  return url.href;
}

/** One transaction: the tables are there whole or not at all. */
export async function fillShop(url: string, seed: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(727002)`;
      await fillPartners(tx, seed);
      const [there] = await tx`select to_regclass('users') as users`;
      if (there?.['users']) return;
      await tx`create table users (id integer primary key, full_name text, email text not null, created_at timestamptz not null)`;
      await tx`create table orders (id integer primary key, user_id integer not null references users, total_cents integer not null, status text not null, placed_at timestamptz not null)`;
      const users = shopUsers(seed);
      for (const part of chunks(users)) {
        await tx`insert into users ${tx(part.map((user) => ({ id: user.id, full_name: user.fullName, email: user.email, created_at: user.createdAt })))}`;
      }
      for (const part of chunks(shopOrders(seed, users.length))) {
        await tx`insert into orders ${tx(part.map((order) => ({ id: order.id, user_id: order.userId, total_cents: order.totalCents, status: order.status, placed_at: order.placedAt })))}`;
      }
      await fillShipments(tx, seed, users.length);
      await tx.unsafe(CREATE_KEY_TABLE); // where a write leaves its operation key
      await tx`create view customers as select id, full_name, email, created_at from users`;
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function fillShipments(tx: postgres.TransactionSql, seed: number, users: number): Promise<void> {
  await tx`create table shipments (order_id integer primary key references orders, warehouse text not null, carrier text not null, packed_at timestamptz not null, delivered_at timestamptz not null)`;
  for (const part of chunks(sampleShipments(seed, shopOrders(seed, users)))) {
    await tx`insert into shipments ${tx(part.map((one) => ({ order_id: one.orderId, warehouse: one.warehouse, carrier: one.carrier, packed_at: one.packedAt, delivered_at: one.deliveredAt })))}`;
  }
}

async function fillPartners(tx: postgres.TransactionSql, seed: number): Promise<void> {
  const [there] = await tx`select to_regclass('partners') as partners`;
  if (there?.['partners']) return;
  await tx`create table partners (id text primary key, name text not null, contact text not null, last_seen_at timestamptz not null)`;
  const rows = samplePartners(seed).map(({ id, name, contact, lastSeenAt }) => ({
    id,
    name,
    contact,
    last_seen_at: lastSeenAt,
  }));
  await tx`insert into partners ${tx(rows)}`;
}

function* chunks<Row>(rows: Row[], size = 1_000): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
