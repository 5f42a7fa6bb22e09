/** The sample partner service as a process: settings come from its folder, and it ends with its parent. */
import { endWithParent } from '#server/orphan.ts';
import { readPartnerFiles } from './files.ts';
import { startPartnerService } from './service.ts';

endWithParent();
const files = readPartnerFiles(process.env.DATA_DIR ?? '');
if (!files) throw new Error('There is no sample partner service in this DATA_DIR.');
const service = await startPartnerService(files);
const end = () => void service.close().then(() => process.exit(0));
process.once('SIGTERM', end);
process.once('SIGINT', end);
