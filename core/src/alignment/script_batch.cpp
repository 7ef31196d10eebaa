#include "parbleu/alignment/script_batch.hpp"

#include "alignment/closest_script.hpp"
#include "alignment/segment_loop.hpp"

namespace parbleu {

EditScripts edit_scripts(std::span<const Stream> references, Stream hypotheses, Unit unit,
                         const Execution& execution) {
  const Execution use = for_streams(references, hypotheses, execution);
  RaggedCollector<EditRun> collector(hypotheses.size(), use.threads);
  EditScripts result;
  result.chosen = std::make_unique_for_overwrite<std::int32_t[]>(hypotheses.size());
  result.coarse = std::make_unique_for_overwrite<std::uint8_t[]>(hypotheses.size());
  for_each_segment<ClosestScript>(hypotheses.size(), use,
                                  [&](std::size_t segment, ClosestScript& closest, unsigned worker) {
                                    closest.find(references, hypotheses, segment, unit);
                                    auto& rows = collector.rows(worker);
                                    rows.insert(rows.end(), closest.runs.begin(), closest.runs.end());
                                    collector.close(segment, worker);
                                    result.chosen[segment] = closest.chosen;
                                    result.coarse[segment] = closest.exact ? 0 : 1;
                                  });
  result.runs = collector.collect();
  return result;
}

}  // namespace parbleu
