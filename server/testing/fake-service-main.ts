/**
 * The fake service as a process of its own: `node fake-service-main.ts <ledger file> [port]`. Sends {ready: url} to its
 * parent, or prints the address, and ends with its parent.
 */
import { startFakeService } from './fake-service.ts';

const [, , ledgerFile, port = '0'] = process.argv;
const service = await startFakeService({
  port: Number(port),
  ...(ledgerFile !== undefined && { ledgerFile }),
});
if (process.send) {
  process.send({ ready: service.url });
  process.once('disconnect', () => process.exit(0));
} else {
  console.log(service.url);
}
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
